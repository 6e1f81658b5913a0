import { defineComponent } from "vue";

export const JsonPane = defineComponent(() => () => <p>json</p>, { name: "JsonPane" });
