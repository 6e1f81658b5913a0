// Generated from the catalogue's places by "pnpm generate"; do not edit.
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import type { Vocabulary } from "../places.ts";

declare module "../restriction.ts" {
  interface Restrictions {
    HTTP: never;
    "HTTP on_tcp_connect": never;
    "HTTP or TLS": never;
    TCP: never;
    TLS: never;
    "TLS or HTTP on_tcp_connect": never;
    "all but on_event_stream_message": never;
    "all but on_tcp_connect": never;
    on_event_stream_message: never;
    on_http_request: never;
    "on_http_request and on_http_response": never;
    on_http_response: never;
    "on_http_response and on_event_stream_message": never;
    "on_tcp_connect and on_http_request": never;
  }
}

/** What on_tcp_connect rules of a policy for http may use. */
type HttpOnTcpConnect =
  | "HTTP"
  | "HTTP on_tcp_connect"
  | "HTTP or TLS"
  | "TLS or HTTP on_tcp_connect"
  | "all but on_event_stream_message"
  | "on_tcp_connect and on_http_request";

/** What on_http_request rules of a policy for http may use. */
type HttpOnHttpRequest =
  | "HTTP"
  | "HTTP or TLS"
  | "all but on_event_stream_message"
  | "all but on_tcp_connect"
  | "on_http_request"
  | "on_http_request and on_http_response"
  | "on_tcp_connect and on_http_request";

/** What on_http_response rules of a policy for http may use. */
type HttpOnHttpResponse =
  | "HTTP"
  | "HTTP or TLS"
  | "all but on_event_stream_message"
  | "all but on_tcp_connect"
  | "on_http_request and on_http_response"
  | "on_http_response"
  | "on_http_response and on_event_stream_message";

/** What on_event_stream_message rules of a policy for http may use. */
type HttpOnEventStreamMessage =
  | "HTTP"
  | "HTTP or TLS"
  | "all but on_tcp_connect"
  | "on_event_stream_message"
  | "on_http_response and on_event_stream_message";

/** What on_tcp_connect rules of a policy for tcp may use. */
type TcpOnTcpConnect =
  | "TCP"
  | "all but on_event_stream_message"
  | "on_tcp_connect and on_http_request";

/** What on_tcp_connect rules of a policy for tls may use. */
type TlsOnTcpConnect =
  | "HTTP or TLS"
  | "TLS"
  | "TLS or HTTP on_tcp_connect"
  | "all but on_event_stream_message"
  | "on_tcp_connect and on_http_request";

/** What the rules of a policy may use, by protocol and section. */
export interface Allowed {
  http: {
    on_tcp_connect: HttpOnTcpConnect;
    on_http_request: HttpOnHttpRequest;
    on_http_response: HttpOnHttpResponse;
    on_event_stream_message: HttpOnEventStreamMessage;
  };
  tcp: {
    on_tcp_connect: TcpOnTcpConnect;
    on_http_request: never;
    on_http_response: never;
    on_event_stream_message: never;
  };
  tls: {
    on_tcp_connect: TlsOnTcpConnect;
    on_http_request: never;
    on_http_response: never;
    on_event_stream_message: never;
  };
}

/** The dialect, and the bit of each of its places. */
export const phases: Vocabulary = {
  dialect: phasesDialect,
  bits: {
    http: {
      on_tcp_connect: 64,
      on_http_request: 128,
      on_http_response: 256,
      on_event_stream_message: 512,
    },
    tcp: { on_tcp_connect: 1024 },
    tls: { on_tcp_connect: 2048 },
  },
};
