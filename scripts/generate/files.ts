import { architecturePictures } from "./architecture-pictures.ts";
import { benchmarksPage } from "./benchmarks-page.ts";
import { builderFiles } from "./builder.ts";
import { commandPage } from "./command-page.ts";
import { cataloguePages } from "./catalogue-pages.ts";
import { configurationPage } from "./configuration-page.ts";
import { formatted } from "./formatted.ts";
import type { GeneratedFile } from "./generated-file.ts";
import { guidePage } from "./guide-page.ts";
import { jsonOutputsPage } from "./json-outputs-page.ts";
import { logFormatsPage } from "./log-formats-page.ts";
import { openQuestionsPage } from "./open-questions-page.ts";
import { exitStatusPage } from "./exit-status-page.ts";
import { plainValues } from "./plain-values.ts";
import { generatedFromRules } from "./rule-files.ts";

/** What is generated from the code of the catalogue and the lint rules. */
export async function generatedFromCode(): Promise<GeneratedFile[]> {
  const files = await formatted([
    ...(await builderFiles()),
    await plainValues(),
    configurationPage(),
    await commandPage(),
    jsonOutputsPage(),
    await exitStatusPage(),
    guidePage(),
    ...architecturePictures(),
    ...benchmarksPage(),
    ...(await cataloguePages()),
    logFormatsPage(),
    openQuestionsPage(),
  ]);
  return [...files, ...(await generatedFromRules())];
}
