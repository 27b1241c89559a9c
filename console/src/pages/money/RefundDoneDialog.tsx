import { type RefundDone, refundDoneSchema } from '@campstore/contract/admin/refunds'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../app/actions.ts'
import { client } from '../../app/client.ts'
import { useProblems } from '../../app/problems.ts'
import { Button } from '../../design/Button.tsx'
import { Dialog } from '../../design/Dialog.tsx'
import { TextField } from '../../design/Field.tsx'
import { Fact, Facts, Money } from '../../design/Values.tsx'
import { PaymentText } from './PaymentText.tsx'
import type { Refund } from './queries.ts'

/** Records that a refund was made at the payment provider; the console moves no money. */
export function RefundDoneDialog({ refund, close }: { refund: Refund; close(): void }) {
  const { t } = useTranslation()
  const problemOf = useProblems()
  const id = useId()
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(refundDoneSchema),
    defaultValues: { reference: '', note: '' },
  })
  const record = useAction({
    run: (said: RefundDone) => client().admin.refundDone({ ...said, id: refund.id }),
    done: () => t('money.recorded'),
    failed: t('money.notRecorded'),
    onDone: close,
  })
  return (
    <Dialog
      title={t('money.markDoneTitle')}
      isOpen
      close={close}
      actions={
        <>
          <Button onPress={close}>{t('actions.back')}</Button>
          <Button type="submit" form={id} variant="primary" isPending={record.isPending}>
            {t('money.markDone')}
          </Button>
        </>
      }
    >
      <p className="muted">{t('money.markDoneHint')}</p>
      <Facts>
        <Fact label={t('fields.amount')}>
          <Money amount={refund.amount} currency={refund.currency} />
        </Fact>
        <Fact label={t('fields.customer')}>{refund.customer?.name ?? t('money.unknownCustomer')}</Fact>
        <Fact label={t('money.payment')}>
          <PaymentText payment={refund.payment} />
        </Fact>
      </Facts>
      <form id={id} className="form" noValidate onSubmit={handleSubmit(said => record.mutate(said))}>
        <Controller
          control={control}
          name="reference"
          render={({ field: { value, onChange }, fieldState }) => (
            <TextField
              label={t('money.reference')}
              hint={t('money.referenceHint')}
              value={value}
              onChange={onChange}
              maxLength={128}
              autoComplete="off"
              problem={problemOf(fieldState.error)}
            />
          )}
        />
        <Controller
          control={control}
          name="note"
          render={({ field: { value, onChange }, fieldState }) => (
            <TextField
              label={t('money.note')}
              value={value ?? ''}
              onChange={onChange}
              rows={2}
              maxLength={200}
              problem={problemOf(fieldState.error)}
            />
          )}
        />
      </form>
    </Dialog>
  )
}
