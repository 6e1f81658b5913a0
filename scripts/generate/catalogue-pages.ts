import type { GeneratedFile } from "./generated-file.ts";
import { actionsPage } from "./catalogue-pages/actions.ts";
import { functionsPage } from "./catalogue-pages/functions.ts";
import { variablesPage } from "./catalogue-pages/variables.ts";

/** The reference of the catalogue: its actions, variables and functions. */
export async function cataloguePages(): Promise<GeneratedFile[]> {
  return [await actionsPage(), variablesPage(), functionsPage()];
}
