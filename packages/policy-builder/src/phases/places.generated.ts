// Generated from the catalogue's places by "pnpm generate"; do not edit.
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import type { Vocabulary } from "../places.ts";

declare module "../restriction.ts" {
  interface Restrictions {
    HTTP: never;
    "HTTP except on_tcp_connect": never;
    "HTTP on_event_stream_message": never;
    "HTTP on_http_request": never;
    "HTTP on_http_request and on_http_response": never;
    "HTTP on_http_response": never;
    "HTTP on_http_response and on_event_stream_message": never;
    "HTTP on_tcp_connect": never;
    "HTTP or TLS": never;
    TCP: never;
    "TCP or TLS or HTTP except on_event_stream_message": never;
    "TCP or TLS or HTTP except on_tcp_connect": never;
    "TCP or TLS or HTTP on_tcp_connect and on_http_request": never;
    TLS: never;
    "TLS or HTTP on_tcp_connect": never;
  }
}

/** What on_tcp_connect rules of a policy for http may use. */
type HttpOnTcpConnect =
  | "HTTP"
  | "HTTP on_tcp_connect"
  | "HTTP or TLS"
  | "TCP or TLS or HTTP except on_event_stream_message"
  | "TCP or TLS or HTTP on_tcp_connect and on_http_request"
  | "TLS or HTTP on_tcp_connect";

/** What on_http_request rules of a policy for http may use. */
type HttpOnHttpRequest =
  | "HTTP"
  | "HTTP except on_tcp_connect"
  | "HTTP on_http_request"
  | "HTTP on_http_request and on_http_response"
  | "HTTP or TLS"
  | "TCP or TLS or HTTP except on_event_stream_message"
  | "TCP or TLS or HTTP except on_tcp_connect"
  | "TCP or TLS or HTTP on_tcp_connect and on_http_request";

/** What on_http_response rules of a policy for http may use. */
type HttpOnHttpResponse =
  | "HTTP"
  | "HTTP except on_tcp_connect"
  | "HTTP on_http_request and on_http_response"
  | "HTTP on_http_response"
  | "HTTP on_http_response and on_event_stream_message"
  | "HTTP or TLS"
  | "TCP or TLS or HTTP except on_event_stream_message"
  | "TCP or TLS or HTTP except on_tcp_connect";

/** What on_event_stream_message rules of a policy for http may use. */
type HttpOnEventStreamMessage =
  | "HTTP"
  | "HTTP except on_tcp_connect"
  | "HTTP on_event_stream_message"
  | "HTTP on_http_response and on_event_stream_message"
  | "HTTP or TLS"
  | "TCP or TLS or HTTP except on_tcp_connect";

/** What on_tcp_connect rules of a policy for tcp may use. */
type TcpOnTcpConnect =
  | "TCP"
  | "TCP or TLS or HTTP except on_event_stream_message"
  | "TCP or TLS or HTTP on_tcp_connect and on_http_request";

/** What on_tcp_connect rules of a policy for tls may use. */
type TlsOnTcpConnect =
  | "HTTP or TLS"
  | "TCP or TLS or HTTP except on_event_stream_message"
  | "TCP or TLS or HTTP on_tcp_connect and on_http_request"
  | "TLS"
  | "TLS or HTTP on_tcp_connect";

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
