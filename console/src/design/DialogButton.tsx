import { type ComponentProps, type ReactNode, useState } from 'react'
import { Button } from './Button.tsx'

type DialogButtonProps = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** The dialog that it opens, which closes itself. */
  children(close: () => void): ReactNode
}

/** A button that opens a dialog. */
export function DialogButton({ label, children, ...button }: DialogButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
