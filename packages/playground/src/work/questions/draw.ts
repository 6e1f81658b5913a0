import type { Drawn, Question } from "../messages.ts";
import { readPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

/** A picture of the policy. */
export default async function draw(question: Question<"draw">): Promise<Drawn> {
  await readPolicy(question);
  throw new Refusal({ message: "Drawing is not there yet." });
}
