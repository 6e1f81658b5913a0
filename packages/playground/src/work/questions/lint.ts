import { dialectOf, type PolicySource } from "@traffic-policy/policy-language";
import { lintPolicy } from "@traffic-policy/policy-lint";
import { codeComments } from "@traffic-policy/policy-lint/internal";
import { placeOf } from "../document.ts";
import type { Linted, Question } from "../messages.ts";
import { readPolicy } from "../policy.ts";

export default async function lint(question: Question<"lint">): Promise<Linted> {
  const { source } = await readPolicy(question);
  const { policy } = question;
  // Without a protocol, nothing is said about what exists for which.
  const protocol =
    question.protocol ?? (policy.language === "typescript" ? policy.protocol : undefined);
  const code = policy.language === "typescript" ? policy.code : undefined;
  const written: PolicySource =
    code === undefined
      ? source
      : { ...source, comments: (containing) => codeComments(source.file, code, containing) };
  const found = lintPolicy(written, {
    dialect: await dialectOf(written.document),
    ...(protocol && { protocol }),
  });
  return {
    findings: found.map(({ rule, severity, message, help, path, location, docs = "" }) => ({
      rule,
      severity,
      message,
      ...(help !== undefined && { help }),
      path,
      docs,
      ...(location && { place: placeOf(location) }),
    })),
  };
}
