import { conn, not } from "@traffic-policy/policy-builder/phases";
import { defineAssertions } from "traffic-policy";
import ssh from "./ssh.policy.ts";

export default defineAssertions(ssh, [
  {
    name: "The office gets in from everywhere",
    when: conn.clientIp.inCidr("192.0.2.0/25"),
    always: "forwarded",
  },
  {
    name: "From Sweden only the office gets in",
    when: [
      { connection: { geo: { countryCode: "SE" } } },
      not(conn.clientIp.inCidr("192.0.2.0/24", "2001:db8::/32")),
    ],
    always: "denied",
  },
]);
