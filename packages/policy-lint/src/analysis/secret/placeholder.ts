/** Whether a text is a placeholder for a secret, or an example of one. */
export function isPlaceholder(text: string): boolean {
  return (
    /[<>{}…]|\.\.\.|\*{3}|(.)\1{4}/.test(text) ||
    /example|sample|change_?-?me|your|placeholder|dummy|redacted|secret|passw|todo|insert|replace|fake|token|api_?-?key|12345|abcde|test/i.test(
      text,
    )
  );
}
