import { FileButton, Group, Image, Stack, Text } from "@mantine/core";
import { IconUpload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import type { UploadedImage } from "../server/images/routes.js";
import { api } from "../api.js";
import { megabytes } from "./format-numbers.js";
import { Action } from "./action.js";
import { AddressInput } from "./inputs.js";

const TYPES = "image/png,image/jpeg,image/webp,image/gif,image/avif";
/** Maximum file size in bytes, the same as in the service. */
const MAX_BYTES = 1_000_000;

interface ImageInputProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function ImageInput({ label, value, onChange }: ImageInputProps) {
  const reset = useRef<() => void>(null);
  const upload = useMutation({
    mutationFn: (file: File) => uploaded(file),
    onSuccess: ({ url }) => onChange(url),
    onSettled: () => reset.current?.(),
  });
  return (
    <Stack gap="xs">
      <AddressInput
        label={label}
        value={value}
        onChange={(typed) => {
          upload.reset();
          onChange(typed);
        }}
        description="Upload a PNG, JPEG, WebP, GIF or AVIF image of at most 1 MB, or enter its path or address."
        error={upload.error?.message}
      />
      <Group>
        <FileButton accept={TYPES} resetRef={reset} onChange={(file) => file !== null && upload.mutate(file)}>
          {(props) => (
            <Action
              label="Upload image"
              {...props}
              size="xs"
              leftSection={<IconUpload size={16} aria-hidden />}
              loading={upload.isPending}
            />
          )}
        </FileButton>
        {upload.isSuccess && <Text role="status">Image uploaded</Text>}
      </Group>
      {value !== "" && (
        <Image
          key={value}
          src={value}
          alt="Preview of the image"
          mah={160}
          maw="100%"
          w="auto"
          bd="1px solid var(--mantine-color-default-border)"
          style={{ alignSelf: "flex-start" }}
        />
      )}
    </Stack>
  );
}

/**
 * Uploads an image file.
 * @throws Error if the file is too large, or ApiError if the upload fails
 */
async function uploaded(file: File): Promise<UploadedImage> {
  if (file.size > MAX_BYTES) {
    throw new Error(
      `${file.name} is ${megabytes(file.size)} in size. Choose an image of at most ${megabytes(MAX_BYTES)}.`,
    );
  }
  return api.send<UploadedImage>("POST", "images", file);
}
