import { Stack, Title } from "@mantine/core";
import { FindProduct } from "./find-product.js";
import { Generations } from "./generations.js";
import { Jobs } from "./jobs.js";

/** What came to the catalogue, what is in force of it, and how to find a product in it. */
export default function CatalogPage() {
  return (
    <Stack gap="xl">
      <Title order={1} size="h2">
        Catalogue
      </Title>
      <FindProduct />
      <Jobs />
      <Generations />
    </Stack>
  );
}
