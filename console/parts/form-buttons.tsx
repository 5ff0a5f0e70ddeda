import { Button, Group } from "@mantine/core";

interface FormButtonsProps {
  /** What submitting does. */
  readonly word: string;
  readonly isBusy?: boolean;
  readonly isDisabled?: boolean;
  /** Whether submitting destroys something. */
  readonly isGrave?: boolean;
  readonly onClose: () => void;
}

/** The end of a form in a dialog. */
export const FormButtons = ({
  word,
  isBusy = false,
  isDisabled = false,
  isGrave = false,
  onClose,
}: FormButtonsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onClose}>
      Cancel
    </Button>
    <Button type="submit" color={isGrave ? "red" : undefined} loading={isBusy} disabled={isDisabled}>
      {word}
    </Button>
  </Group>
);
