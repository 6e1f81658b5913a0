import { defineConfig } from "traffic-policy";

export default defineConfig({
  projects: ["services/*"],
  environments: {
    development: {
      service: { emulator: "test" },
      values: { host: "dev.shop.example", debug: true },
    },
    staging: {
      service: { emulator: "test" },
      values: { host: "staging.shop.example", debug: true },
    },
    production: {
      service: { emulator: "production" },
      values: { host: "shop.example", debug: false },
      limits: { maxChanges: 3 },
    },
  },
  defaultEnvironment: "development",
  lint: { extends: "strict" },
});
