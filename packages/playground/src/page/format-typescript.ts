import * as prettier from "prettier/standalone";
import * as estree from "prettier/plugins/estree";
import * as typescript from "prettier/plugins/typescript";

/** A policy in TypeScript as it is formatted; nothing when it cannot be read. */
export async function formatTypeScript(text: string): Promise<string | undefined> {
  try {
    const plugins = [typescript, estree];
    return await prettier.format(text, { parser: "typescript", plugins, printWidth: 100 });
  } catch {
    return undefined;
  }
}
