import type { ActionDefinition } from "../action.ts";
import type { Dialect } from "../dialect.ts";
import { actions } from "./actions/index.generated.ts";
import { namespaces } from "./variables/index.generated.ts";

/** The dialect of `inbound` and `outbound` rules. */
export const directionsDialect: Dialect = {
  name: "directions",
  directions: ["inbound", "outbound"],
  actions: new Map(actions.map((action): [string, ActionDefinition] => [action.type, action])),
  namespaces,
};
