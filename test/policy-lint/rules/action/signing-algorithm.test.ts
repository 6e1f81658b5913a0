import { describe, expect, test } from "vitest";
import { find } from "../../find.ts";

const rule = "action/signing-algorithm";

const policy = (names: string): string =>
  `{"inbound": [{"actions": [{"type": "jwt-validation", "config": {"jws": {"allowed_algorithms": [${names}]}}}]}]}`;

describe(rule, () => {
  test.each([
    {
      what: "a name that does not exist",
      text: policy('"ES256", «"RSA256"»'),
      message: '"RSA256" is not an algorithm for signing tokens.',
      help: 'Did you mean "RS256"?',
    },
    {
      what: "small letters",
      text: policy('«"rs256"»'),
      message: '"rs256" is not an algorithm for signing tokens.',
      help: 'Did you mean "RS256"?',
    },
    {
      what: "an algorithm for encrypting",
      text: policy('«"RSA-OAEP-256"»'),
      message: '"RSA-OAEP-256" is not an algorithm for signing tokens.',
      help: 'Use an algorithm such as "RS256".',
    },
    {
      what: "a secret key",
      text: policy('«"HS256"»'),
      message: '"HS256" needs a secret key, but the keys come from a URL.',
      help: 'Sign the tokens with a key pair, and write its algorithm, such as "RS256".',
    },
    {
      what: "none in capitals",
      text: policy('«"NONE"»'),
      message: '"NONE" accepts unsigned tokens.',
      help: 'Write the algorithm that the tokens are signed with, such as "RS256".',
    },
  ])("finds $what", ({ text, message, help }) => {
    const { expected, found, diagnostics } = find(rule, text);
    expect(found).toEqual(expected);
    expect(diagnostics).toEqual([expect.objectContaining({ message, help })]);
  });

  test.each([
    policy('"RS256", "ES256", "PS512", "EdDSA", "ES256K"'),
    policy(""),
    // A mistake that action/config tells.
    policy('"none", 1'),
    '{"inbound": [{"actions": [{"type": "deny", "config": {"jws": {"allowed_algorithms": ["x"]}}}]}]}',
  ])("finds nothing in %s", (text) => {
    expect(find(rule, text).found).toEqual([]);
  });
});
