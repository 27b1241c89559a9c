import type { Permission } from '@campstore/contract/admin/permissions'
import type { ComponentProps, ReactNode } from 'react'
import { type ActionOptions, useAction } from '../../app/actions.ts'
import { useSession } from '../../app/session.ts'
import { DialogButton } from '../../design/DialogButton.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'

type Question = Omit<ComponentProps<typeof ConfirmDialog>, 'action' | 'confirm' | 'isPending'>
type AskingDialogProps<Result> = Question & Omit<ActionOptions<void, Result>, 'close' | 'form'> & { label: string }

/** Asks before an action, and carries it out. */
export function AskingDialog<Result>({ label, run, done, failed, onDone, ...dialog }: AskingDialogProps<Result>) {
  const { isPending, mutate } = useAction({ run, done, failed, onDone, close: dialog.close })
  return <ConfirmDialog {...dialog} action={label} isPending={isPending} confirm={() => mutate()} />
}

type AskingButtonProps<Result> = Omit<ComponentProps<typeof DialogButton>, 'children'> & {
  /** The button of the question, if it says more than the label. */
  confirm?: string
  /** The question, and what follows from the action. */
  title: string
  hint: ReactNode
  isDangerous?: boolean
  /** Below the hint. */
  children?: ReactNode
  action: Omit<ActionOptions<void, Result>, 'close' | 'form'>
}

/** A button whose action cannot be undone: it asks first. */
export function AskingButton<Result>(props: AskingButtonProps<Result>) {
  const { label, confirm = label, title, hint, isDangerous, children, action, ...button } = props
  return (
    <DialogButton {...button} label={label}>
      {close => (
        <AskingDialog {...action} label={confirm} title={title} isDangerous={isDangerous} close={close}>
          <p>{hint}</p>
          {children}
        </AskingDialog>
      )}
    </DialogButton>
  )
}

type GuardedButtonProps = ComponentProps<typeof DialogButton> & { permissions: readonly Permission[] }

/** A button that opens a dialog, for administrators with all of these permissions. */
export function GuardedButton({ permissions, ...button }: GuardedButtonProps) {
  return useSession().can(...permissions) && <DialogButton {...button} />
}
