import { expect } from "vitest";
import { parse } from "yaml";
import type { Migrated, PolicyText } from "../../../packages/playground/src/work/messages.ts";
import { ask } from "./ask.ts";

/** Expects that the text of a migrated policy holds what is compared, and is not migrated again. */
export async function expectMigratedText(name: string, text: string): Promise<Migrated["state"]> {
  const policy: PolicyText = { language: "json", text };
  const migrated = await ask("migrate", { policy });
  if (migrated.policy !== undefined) {
    expect(migrated.policy.language, name).toBe(policy.language);
    expect(parse(migrated.policy.text), name).toEqual(JSON.parse(migrated.compared?.text ?? ""));
    const again = await ask("migrate", { policy: migrated.policy });
    expect([again.state, ...again.notes], name).toEqual(["unchanged"]);
  }
  return migrated.state;
}
