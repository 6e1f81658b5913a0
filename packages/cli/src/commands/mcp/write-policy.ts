/** The arguments of the prompt. */
export const writePolicyArguments = [
  { name: "task", description: "what the policy must do", required: true },
  { name: "protocol", description: "http, tcp or tls; http by default", required: false },
];

/** The prompt that lets an agent write a policy, and prove what it does. */
export function writePolicyText({ task = "", protocol = "http" }: Record<string, string>): string {
  return `Write a traffic policy for ${protocol} in YAML, in phases such as \`on_http_request\`: ${task}

1. Look up each action, variable and function with the tool \`explain\`, or read the resources \`traffic-policy://docs/catalogue/phases/…\`. Do not guess names or config.
2. Call \`lint\` with the text. Correct every error and warning, and lint again.
3. Call \`simulate\` with a request that each rule is for, and with one that it must not match.
4. Call \`audit\`. Change the policy until no question finds a way around a check, or say why one is intended.
5. Write down as assertions what must hold for all requests, and call \`prove\` with the text and the assertions. It is done when all are proved; what is unknown is not proved: name it.

Answer with the policy, the assertions, and what \`audit\` and \`prove\` answered last.`;
}
