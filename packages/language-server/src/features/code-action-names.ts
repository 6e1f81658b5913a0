export const fixAllKind = "source.fixAll.traffic-policy";

/** The command that shows the page of a rule. */
export const explainCommand = "trafficPolicy.explain";
