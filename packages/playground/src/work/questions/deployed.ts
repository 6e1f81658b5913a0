import { serialize } from "@traffic-policy/policy-language";
import { utf8Size } from "@traffic-policy/policy-language/internal";
import type { Deployed, Question } from "../messages.ts";
import { readPolicy } from "../policy.ts";

export default async function deployed({ policy }: Question<"deployed">): Promise<Deployed> {
  const { document } = await readPolicy({ policy });
  // What code has built is pushed as it was written.
  const text = policy.language === "typescript" ? policy.text : serialize(document);
  return { text, pretty: serialize(document, 2), bytes: utf8Size(text) };
}
