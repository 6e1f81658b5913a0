import type { ActionDefinition } from "../action.ts";
import type { Dialect } from "../dialect.ts";
import type { FunctionDefinition } from "../function.ts";
import type { RecordDefinition } from "../variable.ts";
import { sectionsByName, type Section } from "../section.ts";
import { resultNamespace } from "../results.ts";
import { standardFunctions } from "../standard/functions.ts";
import { actions } from "./actions/index.generated.ts";
import { foreignNames } from "../shared/foreign-names.ts";
import { documentedSince } from "./documented-since.ts";
import { functions } from "./functions.ts";
import { records } from "../shared/records/index.generated.ts";
import { namespaces } from "./variables/index.generated.ts";

const sections: readonly Section[] = [
  {
    name: "inbound",
    description: "before the upstream",
    stages: { http: "request", tcp: "connect", tls: "connect" },
  },
  {
    name: "outbound",
    description: "after the upstream",
    stages: { http: "response", tcp: "close", tls: "close" },
  },
];
const names = sections.map(({ name }) => name);

/** The dialect of `inbound` and `outbound` rules. */
export const directionsDialect: Dialect = {
  name: "directions",
  sections: sectionsByName(sections),
  moduleKeys: ["enabled"],
  actions: new Map(actions.map((action): [string, ActionDefinition] => [action.type, action])),
  namespaces: [...namespaces, resultNamespace(actions, names)],
  foreignNames,
  // Only a hover asks for it.
  get documentedSince() {
    return documentedSince(
      namespaces.flatMap(({ variables }) => variables.map(({ name }) => name)),
    );
  },
  records: new Map(records.map((record): [string, RecordDefinition] => [record.name, record])),
  functions: new Map(
    [...standardFunctions, ...functions].map((one): [string, FunctionDefinition] => [
      one.name,
      one,
    ]),
  ),
  foreignSections: {
    on_tcp_connect: "inbound",
    on_http_request: "inbound",
    on_http_response: "outbound",
    on_event_stream_message: "outbound",
  },
};
