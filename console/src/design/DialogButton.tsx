import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button, IconButton } from './Button.tsx'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** Shows only the icon, whose name is the label. */
  isIconOnly?: true
  /** The dialog that it opens, which closes itself. */
  children(close: () => void): ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ label, isIconOnly, children, ...button }: DialogButtonProps) {
  const { icon } = button
  const [isOpen, setOpen] = useState(false)
  const open = () => setOpen(true)
  return (
    <>
      {isIconOnly && icon ? (
        <IconButton icon={icon} label={label} onPress={open} />
      ) : (
        <Button {...button} onPress={open}>
          {label}
        </Button>
      )}
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
