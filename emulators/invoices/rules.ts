/** The rules of the annexes (version 1.01) that concern what a company like ours sends, with the tax office's codes. */
import { faultOfLayout } from './layout.ts'
import { faultOfSignature } from './signature.ts'
import { child, type Node, textAt } from './xml.ts'

/** The code, and what it is about; null where nothing is wrong. */
export type Fault = readonly [code: string, about: string] | null

export function faultOfDeclaration(document: Node): Fault {
  const layout = faultOfLayout(document, 'DPS')
  const about = child(document, 'infDPS')
  if (layout || !about) return ['E1235', layout ?? 'infDPS']
  const at = (...path: string[]) => textAt(about, ...path) ?? ''
  const id = `DPS${at('cLocEmi')}2${at('prest', 'CNPJ')}${at('serie').padStart(5, '0')}${at('nDPS').padStart(15, '0')}`
  if (about.attributes.Id !== id) return ['E0004', 'Id']
  if (at('tpEmit') !== '1') return ['E9996', 'tpEmit']
  if (new Date(at('dhEmi')) > new Date()) return ['E0008', 'dhEmi']
  const signature = faultOfSignature(document, about)
  return signature ? [signature, 'Signature'] : null
}

export function faultOfRequest(document: Node, key: string): Fault {
  const layout = faultOfLayout(document, 'pedRegEvento')
  const about = child(document, 'infPedReg')
  if (layout || !about) return ['E1235', layout ?? 'infPedReg']
  if (about.attributes.Id !== `PRE${key}101101` || textAt(about, 'chNFSe') !== key) return ['E1827', 'Id']
  if (new Date(textAt(about, 'dhEvento') ?? '') > new Date()) return ['E1843', 'dhEvento']
  return faultOfSignature(document, about) ? ['E1980', 'Signature'] : null
}

/** City, place of issue, kind and number of the issuer's registration, number, month, a code, and a digit. */
export function keyOf(document: Node, number: number): string {
  const at = (...path: string[]) => textAt(document, 'infDPS', ...path) ?? ''
  const month = at('dCompet').slice(2, 4) + at('dCompet').slice(5, 7)
  return `${at('cLocEmi')}22${at('prest', 'CNPJ')}${String(number).padStart(13, '0')}${month}0000000010`
}
