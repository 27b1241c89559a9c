/** The part of ECPay's library that signs forms, which has no types. It prints what it signs. */
declare module 'ecpay_aio_nodejs/lib/ecpay_payment/helper.js' {
  export default class {
    constructor(options: { MercProfile: { MerchantID: string; HashKey: string; HashIV: string } })
    /** CheckMacValue of all other fields, by SHA-256. */
    gen_chk_mac_value(fields: Record<string, string>): string
  }
}
