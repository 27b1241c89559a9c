import { t } from 'i18next'
import { Shuffle } from 'lucide-react'
import { AskingButton } from './DialogButtons.tsx'

type ReallocateButtonProps = { id: string; isSmall?: boolean; isOffered?: boolean }

/** Takes the pieces that an order's store lacks from other stores. */
export const ReallocateButton = ({ id, isSmall = false, isOffered }: ReallocateButtonProps) => (
  <AskingButton
    isSmall={isSmall}
    isOffered={isOffered}
    variant={isSmall ? 'secondary' : 'primary'}
    icon={Shuffle}
    label={t('orders.actions.reallocate')}
    title={t('orders.reallocateTitle')}
    hint={t('orders.reallocateHint')}
    run={admin => admin.reallocateOrder({ id })}
    done={() => t('packing.reallocated', { id })}
    failed={t('packing.notReallocated', { id })}
  />
)
