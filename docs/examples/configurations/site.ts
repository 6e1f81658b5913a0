import { cloudEndpoint, defineConfig } from "traffic-policy";

export default defineConfig({
  service: "emulator",
  targets: {
    shop: cloudEndpoint("ep_1", "./policies/shop.json", { url: "https://shop.example.com" }),
  },
});
