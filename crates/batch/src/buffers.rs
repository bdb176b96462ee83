use meydan_core::Batch;

use crate::Fleet;

/// The caller's arrays. A *row* is a seat that the caller chooses for: match by match, the seats of a match in order.
pub struct Buffers<'a> {
    /// The planes of every row.
    pub planes: &'a mut [u8],
    /// The values of every row.
    pub values: &'a mut [f32],
    /// What every row may choose now. A row that is not to act may choose the first number of each head; its choice is
    /// ignored.
    pub mask: &'a mut [u8],
    /// Whether the row is to act.
    pub acting: &'a mut [u8],
    /// What the step was worth to every row.
    pub rewards: &'a mut [f32],
    /// Whether the rules took the row's last choice: 1 if they refused it.
    pub refused: &'a mut [u8],
    /// Whether each match ended in this step.
    pub ended: &'a mut [u8],
    /// Whether each match was cut in this step.
    pub cut: &'a mut [u8],
    /// Where the last observations of ended matches go that begin anew in the same step.
    pub last: Option<(&'a mut [u8], &'a mut [f32])>,
}

/// Arrays of the right sizes, for callers without any.
#[derive(Clone, Debug, Default, PartialEq)]
#[expect(missing_docs, reason = "the fields are those of `Buffers`")]
pub struct Arrays {
    pub planes: Vec<u8>,
    pub values: Vec<f32>,
    pub mask: Vec<u8>,
    pub acting: Vec<u8>,
    pub rewards: Vec<f32>,
    pub refused: Vec<u8>,
    pub ended: Vec<u8>,
    pub cut: Vec<u8>,
}

impl Arrays {
    /// Arrays for a fleet.
    pub fn new<G: Batch>(fleet: &Fleet<G>) -> Arrays {
        let (matches, layout) = (fleet.matches(), fleet.layout());
        let rows = matches * fleet.rows();
        Arrays {
            planes: vec![0; rows * layout.plane_bytes()],
            values: vec![0.0; rows * layout.values.len()],
            mask: vec![0; rows * layout.mask_bytes()],
            acting: vec![0; rows],
            rewards: vec![0.0; rows],
            refused: vec![0; rows],
            ended: vec![0; matches],
            cut: vec![0; matches],
        }
    }

    /// All of them, lent for a step.
    pub fn buffers(&mut self) -> Buffers<'_> {
        Buffers {
            planes: &mut self.planes,
            values: &mut self.values,
            mask: &mut self.mask,
            acting: &mut self.acting,
            rewards: &mut self.rewards,
            refused: &mut self.refused,
            ended: &mut self.ended,
            cut: &mut self.cut,
            last: None,
        }
    }
}
