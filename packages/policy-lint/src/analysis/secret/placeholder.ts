/** Whether a text stands for a secret that is to be put in, or is one of an example. */
export function isPlaceholder(text: string): boolean {
  return (
    /[<>{}…]|\.\.\.|\*{3}|(.)\1{4}/.test(text) ||
    /example|sample|change_?-?me|your|placeholder|dummy|redacted|secret|passw|todo|insert|replace|fake|token|api_?-?key|12345|abcde|test/i.test(
      text,
    )
  );
}
