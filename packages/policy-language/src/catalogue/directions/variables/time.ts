import { defineNamespace } from "../../variable.ts";

export default defineNamespace({
  name: "time",
  description: "the clock",
  protocols: ["http", "tcp", "tls"],
  sections: ["inbound", "outbound"],
  variables: [
    {
      name: "time.now",
      type: "string",
      varies: true,
      description:
        "the current time in UTC, as RFC 3339 text; `timestamp(time.now)` is the point in time",
    },
  ],
});
