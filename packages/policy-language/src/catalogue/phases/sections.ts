import { sectionsByName, type Section } from "../section.ts";

const phases: readonly Section[] = [
  {
    name: "on_tcp_connect",
    description: "when a client has connected",
    stages: { http: "connect", tcp: "connect", tls: "connect" },
  },
  {
    name: "on_http_request",
    description: "when a request has arrived, before the upstream",
    stages: { http: "request" },
  },
  {
    name: "on_http_response",
    description: "when there is a response",
    stages: { http: "response" },
  },
  {
    name: "on_event_stream_message",
    description: "for each message of a response that is a stream of events",
    stages: { http: "message" },
  },
];

export const sections = sectionsByName(phases);

export const allPhases: readonly string[] = [...sections.keys()];

/** The phases in which there is a request. */
export const fromRequest: readonly string[] = allPhases.slice(1);

/** The phases in which there is a response. */
export const fromResponse: readonly string[] = allPhases.slice(2);
