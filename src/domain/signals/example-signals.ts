import type { SaidBy } from '../../ai/types.ts';
import { rounded, type Share, wilson } from './labels/estimate-quality.ts';
import type { NewSignal } from './manage-signals.ts';

/** The results of the phrases on sentences that were invented and labelled for the signal. */
type Measured = {
  sentences: number;
  /** The sentences with a moment that the signal looks for. */
  moments: number;
  /** The sentences in which it fired. */
  fired: number;
  /** Those of them with such a moment. */
  right: number;
};

type Example = {
  signalName: string;
  prompt: string;
  saidBy: SaidBy;
  /** The phrases of each language, separated by commas. */
  phrases: Record<(typeof EXAMPLE_LANGUAGES)[number], string>;
  measured: Measured;
};

/** An example signal as it is created, with its quality. */
export type ExampleSignal = {
  signal: Required<Omit<NewSignal, 'followUpPrompts'>>;
  quality: Measured & { precision: Share; recall: Share };
};

/** The languages of the phrases (BCP 47). */
export const EXAMPLE_LANGUAGES = ['en', 'de', 'fr', 'es', 'pt'] as const;

/**
 * The library of example signals. They are made disabled: people try them on past calls first. A test measures the figures on
 * bench/data/example-calls.json; docs/signals.md shows them.
 */
const EXAMPLES: readonly Example[] = [
  {
    signalName: 'Budget',
    prompt: 'The customer says whether there is a budget, how large it is, or that it is missing or frozen.',
    saidBy: 'customer',
    phrases: {
      en: 'our budget, the budget, no budget, over budget, budget approved',
      de: 'unser Budget, das Budget, kein Budget',
      fr: 'notre budget, le budget, pas de budget',
      es: 'nuestro presupuesto, el presupuesto, sin presupuesto',
      pt: 'nosso orçamento, o orçamento, sem orçamento',
    },
    measured: { sentences: 14, moments: 8, fired: 7, right: 6 },
  },
  {
    signalName: 'Competitor',
    prompt:
      'The customer compares with another supplier, or evaluates one. Add the names of your competitors to the phrases.',
    saidBy: 'customer',
    phrases: {
      en: 'competitor, competitors, another vendor, other vendors, another supplier, also looking at, also evaluating',
      de: 'anderer Anbieter, anderen Anbieter, andere Anbieter, anderen Anbietern, Wettbewerber',
      fr: 'autre fournisseur, autres fournisseurs, concurrent, concurrents',
      es: 'otro proveedor, otros proveedores, competidor, competidores',
      pt: 'outro fornecedor, outros fornecedores, concorrente, concorrentes',
    },
    measured: { sentences: 13, moments: 7, fired: 7, right: 6 },
  },
  {
    signalName: 'Churn risk',
    prompt: 'The customer thinks of cancelling, of not renewing, or of using less.',
    saidBy: 'customer',
    phrases: {
      en: 'cancel our, cancel the contract, cancel the subscription, not renew, not be renewing, not renewing, switch away',
      de: 'kündigen, Kündigung, nicht verlängern',
      fr: 'résilier, résiliation, pas renouveler',
      es: 'cancelar el contrato, dar de baja, no renovar, no vamos a renovar',
      pt: 'cancelar o contrato, não renovar, não vamos renovar',
    },
    measured: { sentences: 13, moments: 7, fired: 6, right: 5 },
  },
  {
    signalName: 'Next step',
    prompt: 'Somebody promises to do something after the call.',
    saidBy: 'anyone',
    phrases: {
      en: "I'll send, I will send, we'll send, follow up with, next step is, next steps are",
      de: 'schicke ich, schicke Ihnen, ich sende, nächster Schritt, nächste Schritt',
      fr: 'je vous envoie, nous vous enverrons, prochaine étape',
      es: 'le envío, les envío, te envío, próximo paso',
      pt: 'vou enviar, envio para, próximo passo é',
    },
    measured: { sentences: 13, moments: 7, fired: 7, right: 6 },
  },
  {
    signalName: 'Security',
    prompt: 'The customer asks about security, certificates, data protection or a review of them.',
    saidBy: 'customer',
    phrases: {
      en: 'security review, security questionnaire, penetration test, SOC 2, ISO 27001, GDPR, data protection, encrypted, encryption, single sign-on',
      de: 'Sicherheitsprüfung, Datenschutz, DSGVO, verschlüsselt',
      fr: 'RGPD, protection des données, chiffrement, chiffrées, sécurité',
      es: 'protección de datos, cifrado, cifrados, seguridad',
      pt: 'proteção de dados, LGPD, criptografia, segurança',
    },
    measured: { sentences: 13, moments: 7, fired: 7, right: 6 },
  },
  {
    signalName: 'Decision maker',
    prompt: 'Somebody is named who has to approve the purchase.',
    saidBy: 'customer',
    phrases: {
      en: 'has to approve, needs to approve, has to sign off, needs to sign off, final say, makes the decision, decision maker',
      de: 'muss zustimmen, muss das freigeben, entscheidet am Ende, trifft die Entscheidung',
      fr: 'doit approuver, doit valider, prend la décision',
      es: 'tiene que aprobar, debe aprobar, toma la decisión',
      pt: 'precisa aprovar, tem que aprovar, toma a decisão',
    },
    measured: { sentences: 13, moments: 7, fired: 7, right: 6 },
  },
  {
    signalName: 'Feature request',
    prompt: 'The customer asks for something that the product cannot do today.',
    saidBy: 'customer',
    phrases: {
      en: 'feature request, would be great if, would be nice if, would love to see, is missing, wish it could',
      de: 'wäre schön wenn, wäre toll wenn, uns fehlt, wünschen uns',
      fr: 'ce serait bien, il nous manque, nous aimerions pouvoir',
      es: 'estaría bien, nos falta, nos gustaría poder',
      pt: 'seria bom, seria ótimo, falta uma função, gostaríamos de poder',
    },
    measured: { sentences: 13, moments: 7, fired: 8, right: 6 },
  },
  {
    signalName: 'Escalation',
    prompt: 'The customer complains, wants to speak with a superior, or calls a problem urgent.',
    saidBy: 'customer',
    phrases: {
      en: 'escalate, escalated, unacceptable, your manager, still not fixed, still broken',
      de: 'eskalieren, inakzeptabel, Ihr Vorgesetzter, Ihrem Vorgesetzten, immer noch nicht behoben',
      fr: 'inacceptable, votre responsable, toujours pas résolu',
      es: 'inaceptable, su responsable, sigue sin funcionar',
      pt: 'inaceitável, seu gerente, ainda não foi resolvido',
    },
    measured: { sentences: 13, moments: 7, fired: 8, right: 6 },
  },
  {
    signalName: 'Timeline',
    prompt: 'The customer names a date or a quarter by which they want to decide or go live.',
    saidBy: 'customer',
    phrases: {
      en: 'go live, going live, by the end of, deadline, this quarter, next quarter',
      de: 'bis Ende, in Betrieb gehen, Frist, nächstes Quartal',
      fr: "d'ici fin, d'ici la fin, date limite, trimestre prochain, prochain trimestre",
      es: 'para finales de, fecha límite, próximo trimestre',
      pt: 'até o fim de, até o final de, prazo',
    },
    measured: { sentences: 13, moments: 7, fired: 8, right: 6 },
  },
  {
    signalName: 'Praise',
    prompt: 'The customer praises the product, or a person of ours.',
    saidBy: 'customer',
    phrases: {
      en: 'love it, love the, love your, really happy with, very happy with, works great, saves us',
      de: 'begeistert, sehr zufrieden, funktioniert super, super Arbeit',
      fr: 'ravis, très satisfaits, très contents, ça marche très bien',
      es: 'nos encanta, muy contentos, funciona muy bien',
      pt: 'adoramos, muito satisfeitos, funciona muito bem',
    },
    measured: { sentences: 13, moments: 7, fired: 8, right: 6 },
  },
];

/** Returns the example signals, in the order in which they are shown. */
export function exampleSignals(): ExampleSignal[] {
  return EXAMPLES.map(({ phrases, measured, ...asked }) => ({
    signal: {
      ...asked,
      contextSource: 'MEETING',
      enabled: false,
      phrases: EXAMPLE_LANGUAGES.flatMap((language) => phrases[language].split(', ')),
    },
    quality: {
      ...measured,
      precision: rounded(wilson(measured.right, measured.fired)),
      recall: rounded(wilson(measured.right, measured.moments)),
    },
  }));
}
