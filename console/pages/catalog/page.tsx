import { Button } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useState } from "react";
import { Page } from "../../parts/page.js";
import { PageTabs } from "../../parts/page-tabs.js";
import { useSession } from "../../parts/session.js";
import { UploadDialog } from "./import/upload-dialog.js";
import { Imports } from "./imports.js";
import { Products } from "./products.js";
import { Versions } from "./versions.js";

export default function CatalogPage() {
  const { may } = useSession();
  const [tab, setTab] = useState("Products");
  const [isUploading, setUploading] = useState(false);
  const upload = may("publisher") ? (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading(true)}>
      Upload a file
    </Button>
  ) : null;
  return (
    <Page title="Catalog" about="Shows the products, imports and versions of the catalog.">
      <PageTabs
        tabs={[
          { value: "Products", label: "Products", panel: <Products /> },
          { value: "Imports", label: "Imports", panel: <Imports /> },
          { value: "Versions", label: "Versions", panel: <Versions /> },
        ]}
        value={tab}
        onChange={setTab}
        aside={upload}
      />
      {isUploading && <UploadDialog onClose={() => setUploading(false)} onImported={() => setTab("Imports")} />}
    </Page>
  );
}
