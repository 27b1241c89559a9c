import { type ComponentProps, type ReactNode, useState } from 'react'
import { type ActionOptions, useAction } from '../../app/actions.ts'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'

type AskingButtonProps<Result> = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** The button of the question, if it says more than the label. */
  confirm?: string
  /** The question, and what follows from the action. */
  title: string
  hint: ReactNode
  action: Omit<ActionOptions<void, Result>, 'close' | 'form'>
}

/** A button whose action cannot be undone: it asks first. */
export function AskingButton<Result>({
  label,
  confirm = label,
  title,
  hint,
  action,
  ...button
}: AskingButtonProps<Result>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const { isPending, mutate } = useAction({ ...action, close })
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <ConfirmDialog title={title} close={close} action={confirm} isPending={isPending} confirm={() => mutate()}>
          <p>{hint}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
