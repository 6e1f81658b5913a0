import { fileURLToPath } from "node:url";
import { isJsonObject } from "@traffic-policy/policy-language";
import { documentOf, Files, loadPolicy, placeIn, typescriptText } from "@traffic-policy/project";

const file = fileURLToPath(new URL("adopt/old.json", import.meta.url));
const loaded = await loadPolicy(file, new Files(process.cwd()));
console.log(placeIn(loaded.source, "/on_http_request/1/actions/0"));

const document = documentOf(loaded);
if (isJsonObject(document)) console.log(await typescriptText("old.policy.ts", document, "http"));
