import { defineCases } from "traffic-policy";
import ssh from "./ssh.policy.ts";

export default defineCases(ssh, [
  {
    name: "Who may connect",
    expect: { outcome: "forwarded" },
    each: [
      { name: "the office", connection: { clientIp: "192.0.2.7" } },
      { name: "the office, by IPv6", connection: { clientIp: "2001:db8::7" } },
      { name: "somebody in Norway", connection: { geo: { countryCode: "NO" } } },
      {
        name: "somebody in Sweden",
        connection: { geo: { countryCode: "SE" } },
        expect: { outcome: "denied" },
      },
    ],
  },
]);
