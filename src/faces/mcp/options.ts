import type { Operation } from "../../toolsets/operation.ts";
import type { Session } from "../context.ts";

/** What a server is made of. */
export interface ServerOptions {
  readonly operations: readonly Operation[];
  readonly session: Session;
  readonly version: string;
  /** Offer the operations that change files. */
  readonly allowWrite: boolean;
}
