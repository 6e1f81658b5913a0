import { explainCommand } from "@traffic-policy/language-server";

export const editorCommands = {
  explain: explainCommand,
  simulate: "trafficPolicy.simulate",
  prove: "trafficPolicy.prove",
  reach: "trafficPolicy.reach",
  assertions: "trafficPolicy.proveAssertions",
  test: "trafficPolicy.test",
  diff: "trafficPolicy.diff",
} as const;
