import type { ActionDefinition } from "../action.ts";
import type { Dialect } from "../dialect.ts";
import type { FunctionDefinition } from "../function.ts";
import { resultNamespace } from "../results.ts";
import { foreignNames } from "../shared/foreign-names.ts";
import { records as sharedRecords } from "../shared/records/index.generated.ts";
import { standardFunctions } from "../standard/functions.ts";
import type { RecordDefinition } from "../variable.ts";
import { actions } from "./actions/index.generated.ts";
import { foreignFunctions } from "./foreign-functions.ts";
import { functions } from "./functions.ts";
import { records } from "./records/index.generated.ts";
import { allPhases, sections } from "./sections.ts";
import { namespaces } from "./variables/index.generated.ts";

/** The dialect of phases: `on_tcp_connect`, `on_http_request`, `on_http_response` and `on_event_stream_message`. */
export const phasesDialect: Dialect = {
  name: "phases",
  sections,
  moduleKeys: ["enabled"],
  actions: new Map(actions.map((action): [string, ActionDefinition] => [action.type, action])),
  namespaces: [...namespaces, resultNamespace(actions, allPhases)],
  foreignNames,
  foreignFunctions,
  foreignActions: new Map([
    ["oidc", "openid-connect"],
    ["webhook-validation", "verify-webhook"],
    ["webhook-verification", "verify-webhook"],
    ["ip-restriction", "restrict-ips"],
  ]),
  perhapsActionsAsRules: true,
  records: new Map(
    [...sharedRecords, ...records].map((record): [string, RecordDefinition] => [
      record.name,
      record,
    ]),
  ),
  functions: new Map(
    [...standardFunctions, ...functions].map((one): [string, FunctionDefinition] => [
      one.name,
      one,
    ]),
  ),
  foreignSections: { inbound: "on_http_request", outbound: "on_http_response" },
};
