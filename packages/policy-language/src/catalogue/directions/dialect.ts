import type { ActionDefinition } from "../action.ts";
import type { Dialect } from "../dialect.ts";
import type { FunctionDefinition } from "../function.ts";
import type { RecordDefinition } from "../variable.ts";
import { resultNamespace } from "../results.ts";
import { standardFunctions } from "../standard/functions.ts";
import { actions } from "./actions/index.generated.ts";
import { foreignNames } from "./foreign-names.ts";
import { functions } from "./functions.ts";
import { records } from "./records/index.generated.ts";
import { namespaces } from "./variables/index.generated.ts";

const sections = ["inbound", "outbound"];

/** The dialect of `inbound` and `outbound` rules. */
export const directionsDialect: Dialect = {
  name: "directions",
  directions: sections,
  moduleKeys: ["enabled"],
  actions: new Map(actions.map((action): [string, ActionDefinition] => [action.type, action])),
  namespaces: [...namespaces, resultNamespace(actions, sections)],
  foreignNames,
  records: new Map(records.map((record): [string, RecordDefinition] => [record.name, record])),
  functions: new Map(
    [...standardFunctions, ...functions].map((one): [string, FunctionDefinition] => [
      one.name,
      one,
    ]),
  ),
  foreignDirections: {
    on_tcp_connect: "inbound",
    on_http_request: "inbound",
    on_http_response: "outbound",
  },
};
