import { Stack, Title } from "@mantine/core";
import { FindProduct } from "./find-product.js";
import { Generations } from "./generations.js";
import { Jobs } from "./jobs.js";

/** Catalogue page: product search, ingestion jobs and generations. */
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
