import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { clientOptions } from "../../packages/vscode/src/client.ts";
import { serverSettings } from "../../packages/vscode/src/settings.ts";

const { contributes, capabilities } = JSON.parse(
  readFileSync(new URL("../../packages/vscode/package.json", import.meta.url), "utf8"),
) as {
  capabilities: { untrustedWorkspaces: { supported: unknown; restrictedConfigurations: string[] } };
  contributes: {
    configuration: { properties: Record<string, { default: unknown; description?: string }> };
  };
};
const { properties } = contributes.configuration;

/** The settings of the manifest with those of a user over their defaults, as an editor has them. */
function configuration(ofUser: Readonly<Record<string, unknown>> = {}) {
  const asked: string[] = [];
  const get = <Value>(name: string, otherwise: Value): Value => {
    asked.push(`trafficPolicy.${name}`);
    const value = ofUser[name] ?? properties[`trafficPolicy.${name}`]?.default ?? otherwise;
    return value as Value;
  };
  return { get, asked };
}

test("the server is told what the user set, and the defaults of the manifest", () => {
  expect(serverSettings(configuration(), true)).toEqual({
    trusted: true,
    inlayHints: { enabled: false },
    lenses: { enabled: true },
  });
  const ofUser = { "lenses.enabled": false, "inlayHints.enabled": true };
  expect(serverSettings(configuration(ofUser), false)).toEqual({
    trusted: false,
    inlayHints: { enabled: true },
    lenses: { enabled: false },
  });
});

test("each setting that the server is told of is in the manifest", () => {
  const { get, asked } = configuration();
  serverSettings({ get }, true);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(asked));
});

test("the server starts with the settings, for files in the languages of policies", () => {
  const settings = serverSettings(configuration(), false);
  const { initializationOptions, documentSelector } = clientOptions(settings);
  expect(initializationOptions).toEqual(settings);
  expect(documentSelector).toEqual(
    ["json", "jsonc", "yaml", "typescript", "javascript"].map((language) => ({
      scheme: "file",
      language,
    })),
  );
});

test("the settings that the page shows are in the manifest", () => {
  const file = new URL("../../docs/examples/editors/vscode-settings.json", import.meta.url);
  const shown = Object.keys(JSON.parse(readFileSync(file, "utf8")) as object);
  expect(shown.length).toBeGreaterThan(1);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(shown));
});

test("an untrusted workspace cannot name the command that is started", () => {
  expect(properties).toHaveProperty(["trafficPolicy.server.path"]);
  expect(capabilities.untrustedWorkspaces).toMatchObject({
    supported: "limited",
    restrictedConfigurations: ["trafficPolicy.server.path"],
  });
});
