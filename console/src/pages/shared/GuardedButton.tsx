import type { Permission } from '@campstore/contract/admin/permissions'
import type { ComponentProps } from 'react'
import { useSession } from '../../app/session.ts'
import { DialogButton } from '../../design/DialogButton.tsx'

type GuardedButtonProps = ComponentProps<typeof DialogButton> & { permissions: readonly Permission[] }

/** A button that opens a dialog, for administrators with all of these permissions. */
export function GuardedButton({ permissions, ...button }: GuardedButtonProps) {
  return useSession().can(...permissions) && <DialogButton {...button} />
}
