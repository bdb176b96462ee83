use meydan_arena::Error;
use meydan_runner::{Judge, MissingWalls};

/// Whose program is to be started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It belongs to whoever started this worker, who typed its command.
    Operator,
    /// Anybody else's: it came over the network.
    Stranger,
}

/// What stands between programs and this machine, and so whose programs may be started.
#[derive(Clone, Debug)]
pub struct Walls(Result<Judge, MissingWalls>);

impl Walls {
    /// Tries the walls of this machine. It is done once: they do not come and go.
    pub async fn survey() -> Walls {
        Walls(Judge::raise().await)
    }

    /// Walls that were tried before.
    pub fn of(tried: Result<Judge, MissingWalls>) -> Walls {
        Walls(tried)
    }

    /// Who starts such a program; `None`: it may be started without walls. A stranger's program is refused where a wall
    /// that it needs is missing.
    pub fn judge(&self, whose: Whose) -> Result<Option<&Judge>, Error> {
        match (whose, &self.0) {
            (Whose::Operator, _) => Ok(None),
            (Whose::Stranger, Ok(judge)) => Ok(Some(judge)),
            (Whose::Stranger, Err(missing)) => Err(Error::Trouble(missing.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strangers_program_is_refused_where_a_wall_is_missing() {
        let open = Walls::of(Err(MissingWalls(Vec::new())));
        let refused = open.judge(Whose::Stranger).unwrap_err();
        assert_eq!(refused.code(), "trouble");
        assert!(refused.to_string().contains("meydan doctor"), "{refused}");
        assert!(open.judge(Whose::Operator).unwrap().is_none(), "one's own programs are one's own risk");
    }

    #[tokio::test]
    async fn a_strangers_program_has_a_judge_where_all_walls_stand() {
        assert!(Walls::survey().await.judge(Whose::Stranger).unwrap().is_some());
        let judge = Judge::behind(&[]).unwrap();
        assert!(Walls::of(Ok(judge)).judge(Whose::Operator).unwrap().is_none());
    }
}
