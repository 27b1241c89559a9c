import { type ComponentProps, type ReactNode, useState } from 'react'
import { type ActionOptions, useAction } from '../../app/actions.ts'
import { Button } from '../../design/Button.tsx'
import { ConfirmDialog } from '../../design/ConfirmDialog.tsx'

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'action' | 'confirm' | 'isPending'>
type AskingDialogProps<Result> = Question & Omit<ActionOptions<void, Result>, 'close' | 'form'> & { label: string }

/** Asks before an action, and carries it out. */
export function AskingDialog<Result>({ label, run, done, failed, onDone, ...dialog }: AskingDialogProps<Result>) {
  const { isPending, mutate } = useAction({ run, done, failed, onDone, close: dialog.close })
  return <ConfirmDialog {...dialog} action={label} isPending={isPending} confirm={() => mutate()} />
}

type AskingButtonProps<Result> = Omit<ComponentProps<typeof Button>, 'children' | 'onPress'> & {
  label: string
  /** The button of the question, if it says more than the label. */
  confirm?: string
  /** The question, and what follows from the action. */
  title: string
  hint: ReactNode
  isDangerous?: boolean
  action: Omit<ActionOptions<void, Result>, 'close' | 'form'>
}

/** A button whose action cannot be undone: it asks first. */
export function AskingButton<Result>(props: AskingButtonProps<Result>) {
  const { label, confirm = label, title, hint, isDangerous, action, ...button } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...button} onPress={() => setOpen(true)}>
        {label}
      </Button>
      {isOpen && (
        <AskingDialog {...action} label={confirm} title={title} isDangerous={isDangerous} close={() => setOpen(false)}>
          <p>{hint}</p>
        </AskingDialog>
      )}
    </>
  )
}
