import { Button, Group } from "@mantine/core";

interface FormButtonsProps {
  readonly word: string;
  readonly cancelWord?: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  readonly isGrave?: boolean;
  readonly onClose: () => void;
}

export const FormButtons = ({
  word,
  cancelWord = "Cancel",
  isBusy = false,
  isDisabled = false,
  isGrave = false,
  onClose,
}: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      {cancelWord}
    </Button>
    <Button type="submit" color={isGrave ? "red.8" : undefined} loading={isBusy} disabled={isDisabled}>
      {word}
    </Button>
  </Group>
);
