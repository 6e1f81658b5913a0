import { Type } from "@sinclair/typebox";
import { defineAction } from "../../action.ts";

export default defineAction({
  type: "close-connection",
  description: "Closes the connection without an answer.",
  config: Type.Object({}, { additionalProperties: false }),
  sections: {
    http: ["on_tcp_connect", "on_http_request"],
    tcp: ["on_tcp_connect"],
    tls: ["on_tcp_connect"],
  },
  endsProcessing: "always",
  changes: [],
  closes: true,
  interpolated: [],
  regularExpressions: [],
  example: {},
});
