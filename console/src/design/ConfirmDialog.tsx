import type { ComponentProps } from 'react'
import { FormDialog } from './FormDialog.tsx'

type ConfirmDialogProps = Omit<ComponentProps<typeof FormDialog>, 'submit'> & { confirm(): void }

/** Asks before something that cannot be undone. */
export const ConfirmDialog = ({ confirm, ...dialog }: ConfirmDialogProps) => (
  <FormDialog
    {...dialog}
    submit={event => {
      event.preventDefault()
      confirm()
    }}
  />
)
