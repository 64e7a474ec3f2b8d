import { version } from "../../../../package.json";
import { FootnoteError } from "../../../foundation/errors.ts";
import { type Access, openAccess, restrictedAccess } from "../../../toolsets/vera/access.ts";
import { readPolicy } from "../../../toolsets/vera/policy.ts";
import type { Session } from "../../context.ts";
import { serve } from "../serve.ts";
import { makeVeraServer, TOOL_NAMES } from "./server.ts";

export interface VeraProfile {
  readonly session: Session;
  /** Rank by VERA's own rules. */
  readonly strict: boolean;
  /** Serve guests by the policy that the environment names. */
  readonly bridge: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** VERA's MCP server on stdin and stdout. Throws vera_policy when guests are to be served without a valid policy. */
export function serveVera({ session, strict, bridge, env }: VeraProfile): void {
  const access = bridge ? restrictedAccess(policyIn(env)) : unrestricted(session);
  serve(() => makeVeraServer({ session, version, access, strict }));
}

function unrestricted(session: Session): Access {
  return openAccess(session.context(() => {}, new AbortController().signal));
}

function policyIn({ VERA_BRIDGE_POLICY_PATH: path = "" }: VeraProfile["env"]) {
  if (path.trim() === "")
    throw new FootnoteError("vera_policy", { path: "of VERA_BRIDGE_POLICY_PATH", problem: "the variable is not set" });
  return readPolicy(path, TOOL_NAMES);
}
