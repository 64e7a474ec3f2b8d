import {
  App,
  applyDocumentTheme,
  applyHostStyleVariables,
  type McpUiHostContext,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps";
import { config } from "zod";
import { version } from "../../../package.json";
import { profileNamed, sourcesOf } from "./profiles.ts";
import { fields, list, readView, text } from "./read-view.ts";
import { Viewer } from "./viewer.ts";

// zod would compile its checks with `new Function`, which the page's policy forbids.
config({ jitless: true });

const profile = profileNamed(document.documentElement.dataset.profile);
const app = new App(
  { name: `${profile.launcher.slice(5)} viewer`, version },
  { availableDisplayModes: ["inline", "fullscreen"] },
);
const root = document.getElementById("viewer");
if (root === null) throw new Error("the page has no place for the viewer");

const viewer = new Viewer(
  root,
  {
    async load(source, page) {
      const result = await app.callServerTool({ name: profile.pageTool, arguments: { ...source.key, page } });
      if (result.isError === true) throw new Error(wordsOf(result.content));
      return readView(fields(result._meta)[profile.view]);
    },
    pages: () => undefined,
    async expand(whole) {
      const modes = app.getHostContext()?.availableDisplayModes ?? [];
      // A host that gives no more room still gets the taller preview.
      if (!modes.includes("fullscreen")) return whole;
      const { mode } = await app.requestDisplayMode({ mode: whole ? "fullscreen" : "inline" });
      return mode === "fullscreen";
    },
  },
  { launcher: profile.launcher, always: false },
);

function adapt(context: Partial<McpUiHostContext>): void {
  if (context.theme !== undefined) applyDocumentTheme(context.theme);
  if (context.styles?.variables !== undefined) applyHostStyleVariables(context.styles.variables);
  if (context.displayMode !== undefined) viewer.setExpanded(context.displayMode === "fullscreen");
}

/** What an answer says, for people. */
function wordsOf(content: unknown): string {
  const said = list(content).map((item) => text(fields(item).text));
  return said.find((words) => words !== "") ?? "The sources could not be loaded.";
}

app.ontoolresult = ({ _meta, structuredContent, content, isError }) => {
  // A host may keep `_meta` to itself; the cards are in the answer, too.
  const view = fields(_meta)[profile.view] ?? structuredContent;
  viewer.show(sourcesOf(view, profile.toSource), isError === true ? wordsOf(content) : "");
};
app.onhostcontextchanged = adapt;
app.onteardown = () => ({});
void app.connect(new PostMessageTransport(window.parent, window.parent)).then(() => adapt(app.getHostContext() ?? {}));
