import {
  checkExpression,
  describeCheckError,
  describeParseError,
  parseExpression,
  typeText,
} from "@traffic-policy/policy-language";

const text = "req.headers['x-tier'][0] == 'gold' && req.content_length > '10'";

const parsed = parseExpression(text);
if (!parsed.ok) {
  console.log(describeParseError(parsed.error).message);
} else {
  const { type, errors } = checkExpression(parsed.tree, {
    protocol: "http",
    direction: "inbound",
    text,
  });
  console.log(typeText(type)); // bool
  for (const error of errors) {
    const { start, end } = error.span ?? { start: 0, end: text.length };
    console.log(`${text.slice(start, end)}: ${describeCheckError(error).message}`);
  }
}
