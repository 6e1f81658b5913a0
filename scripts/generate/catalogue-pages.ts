import { dialectNamed, directionsDialect } from "@traffic-policy/policy-language";
import { actionsPage } from "./catalogue-pages/actions.ts";
import { functionsPage } from "./catalogue-pages/functions.ts";
import { migrationPage } from "./catalogue-pages/migration.ts";
import type { Reference } from "./catalogue-pages/page.ts";
import { refusalsPage } from "./catalogue-pages/refusals.ts";
import { variablesPage } from "./catalogue-pages/variables.ts";
import type { GeneratedFile } from "./generated-file.ts";

/** The reference of each dialect, its actions, variables and functions, and how one becomes the other. */
export async function cataloguePages(): Promise<GeneratedFile[]> {
  const phases = await dialectNamed("phases");
  const references: readonly Reference[] = [
    { dialect: directionsDialect, counterpart: phases },
    { dialect: phases, counterpart: directionsDialect },
  ];
  const pages = references.map(async (reference) => [
    await actionsPage(reference),
    variablesPage(reference),
    functionsPage(reference),
  ]);
  return [
    ...(await Promise.all(pages)).flat(),
    migrationPage(directionsDialect, phases),
    refusalsPage(),
  ];
}
