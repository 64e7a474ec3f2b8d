import { corpusBuild } from "./corpus/build.ts";
import { corpusCheck } from "./corpus/corpus-check.ts";
import { corpusOverview } from "./corpus/corpus-overview.ts";
import { corpusRead } from "./corpus/corpus-read.ts";
import { corpusRefs } from "./corpus/corpus-refs.ts";
import { corpusSearch } from "./corpus/corpus-search.ts";
import { add } from "./docs/add.ts";
import { cite } from "./docs/cite.ts";
import { convert } from "./docs/convert.ts";
import { doctor } from "./docs/doctor.ts";
import { evaluate } from "./docs/eval.ts";
import { exportDocument } from "./docs/export.ts";
import { inspect } from "./docs/inspect.ts";
import { openSources } from "./docs/open.ts";
import { outline } from "./docs/outline.ts";
import { read } from "./docs/read.ts";
import { remove } from "./docs/remove.ts";
import { search } from "./docs/search.ts";
import { showSources } from "./docs/show-sources.ts";
import { sourcePage } from "./docs/source-page.ts";
import { sources } from "./docs/sources.ts";
import { status } from "./docs/status.ts";
import { validate } from "./docs/validate.ts";
import { verify } from "./docs/verify.ts";
import { workbenchOperations } from "./kb/workbench-operations.ts";
import type { Operation } from "./operation.ts";
import { valueGet } from "./values/value-get.ts";
import { valueList } from "./values/value-list.ts";
import { valueSearch } from "./values/value-search.ts";
import { valueVerify } from "./values/value-verify.ts";

/** Everything Footnote can do, in the order that help and tool lists show. */
export const operations: readonly Operation[] = [
  search,
  read,
  outline,
  verify,
  cite,
  openSources,
  showSources,
  sourcePage,
  sources,
  status,
  add,
  remove,
  inspect,
  validate,
  exportDocument,
  convert,
  evaluate,
  doctor,
  ...workbenchOperations,
  corpusSearch,
  corpusRead,
  corpusRefs,
  corpusOverview,
  corpusCheck,
  corpusBuild,
  valueSearch,
  valueGet,
  valueVerify,
  valueList,
];
