import { explainCommand } from "@traffic-policy/language-server";

/** The commands of lenses and code actions, as editors send them. */
export const editorCommands = {
  explain: explainCommand,
  simulate: "trafficPolicy.simulate",
  prove: "trafficPolicy.prove",
  reach: "trafficPolicy.reach",
  assertions: "trafficPolicy.proveAssertions",
  test: "trafficPolicy.test",
  diff: "trafficPolicy.diff",
} as const;
